"""Adds two numbers on servers that somebody else started: uses_servers.py CLUSTER, the ClusterSpec as JSON.

A client that ydl does not start: it has no TF_CONFIG and no variables of ydl's.
"""
import json
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

cluster = json.loads(sys.argv[1])
with tf.device("/job:ps/task:0"):
    ten = tf.constant(10)
with tf.device(f"/job:worker/task:{len(cluster['worker']) - 1}"):
    total = ten + tf.constant(32)
with tf.Session("grpc://" + cluster["worker"][0]) as session:
    print(session.run(total), flush=True)
