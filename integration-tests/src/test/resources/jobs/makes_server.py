"""Makes a TensorFlow server at its own address, as TF_CONFIG has it, whoever else may be there."""
import json
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import tensorflow as tf

config = json.loads(os.environ["TF_CONFIG"])
task = config["task"]
server = tf.distribute.Server(config["cluster"], job_name=task["type"], task_index=task["index"])
print(f"made a server at {server.target}", flush=True)
