"""Adds two numbers that live on parameter servers, and prints 42.

The smallest in-graph job: one graph whose parts are put on the tasks of the
cluster by name. 10 lives on the first ps and 32 on the second (or on the first
too, if there is only one); the sum is worked out on this worker. TensorFlow moves
the numbers between them.

    bin/ydl-tf -job samples/in-graph/plus.py -numberworkers 1 -numberps 2
    bin/ydl-tf -job samples/in-graph/plus.py -numberworkers 1 -numberps 2 --deploy-mode client

With --deploy-mode client it runs here, beside ydl-tf, in the place of the first worker.
ydl has started a TensorFlow server in every container before this script begins.
The script starts none: it opens a session on the server of its own worker.
"""
import json
import os
import sys

config = json.loads(os.environ.get("TF_CONFIG") or "{}")
if not config.get("cluster", {}).get("ps"):
    sys.exit("This job needs a cluster with a ps, and TF_CONFIG names none. Run it by ydl:\n"
             "  bin/ydl-tf -job samples/in-graph/plus.py -numberworkers 1 -numberps 2")

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # read when TensorFlow is imported

import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

cluster, index = config["cluster"], config["task"]["index"]
last_ps = min(1, len(cluster["ps"]) - 1)

with tf.device("/job:ps/task:0"):
    ten = tf.constant(10)
with tf.device(f"/job:ps/task:{last_ps}"):
    thirty_two = tf.constant(32)
with tf.device(f"/job:worker/task:{index}"):
    total = tf.add(ten, thirty_two)

target = os.environ.get("YDL_TARGET") or "grpc://" + cluster["worker"][index]
# Without filters the session waits for all other workers, also for those that
# are done and gone.
filters = tf.ConfigProto(device_filters=["/job:ps", f"/job:worker/task:{index}"])
with tf.Session(target, config=filters) as session:
    print(session.run(total), flush=True)
