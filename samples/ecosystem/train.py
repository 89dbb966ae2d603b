"""Fits a plane to points, on servers of its own: the contract of tensorflow/ecosystem's templates.

Every task runs this script with --ps_hosts, --worker_hosts, --job_name and --task_index, and
makes its own TensorFlow server. On a ps server.join() never returns; ydl stops it when the
workers are done.

    bin/ydl-tf -job samples/ecosystem/train.py -numberworkers 2 -numberps 1

ydl sees that the script makes its own servers and takes these flags. To say so yourself:
--server script --pass hosts. A worker that comes before the first one has initialised the
variables looks again after 30 s: so does TensorFlow's MonitoredTrainingSession.
"""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # read when TensorFlow is imported

import numpy as np
import tensorflow.compat.v1 as tf

tf.logging.set_verbosity(tf.logging.ERROR)
tf.disable_v2_behavior()

flags = tf.app.flags
flags.DEFINE_string("ps_hosts", "", "host:port of each ps, comma-separated")
flags.DEFINE_string("worker_hosts", "", "host:port of each worker, comma-separated")
flags.DEFINE_string("job_name", "", "ps or worker")
flags.DEFINE_integer("task_index", 0, "index of this task within its job")
flags.DEFINE_integer("train_steps", 200, "of all workers together")
FLAGS = flags.FLAGS

WEIGHTS, BIAS = [3.0, -2.0], 1.0  # what is to be found out
NOISE = 0.1
BATCH = 100


def main(_):
    cluster = tf.train.ClusterSpec({
        "ps": FLAGS.ps_hosts.split(","), "worker": FLAGS.worker_hosts.split(",")})
    server = tf.distribute.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
    else:
        train(cluster, server)


def train(cluster, server):
    is_chief = FLAGS.task_index == 0
    own = f"/job:worker/task:{FLAGS.task_index}"
    with tf.device(tf.train.replica_device_setter(cluster=cluster, worker_device=own)):
        weights = tf.get_variable("weights", [len(WEIGHTS), 1], initializer=tf.zeros_initializer())
        bias = tf.get_variable("bias", [], initializer=tf.zeros_initializer())
        points = tf.random.normal([BATCH, len(WEIGHTS)])
        heights = tf.matmul(points, [[weight] for weight in WEIGHTS]) + BIAS
        heights += tf.random.normal([BATCH, 1], stddev=NOISE)
        loss = tf.reduce_mean(tf.square(tf.matmul(points, weights) + bias - heights))
        step = tf.train.get_or_create_global_step()
        learn = tf.train.GradientDescentOptimizer(0.1).minimize(loss, step)

    found, first, last = None, None, None
    with tf.train.MonitoredTrainingSession(
            master=server.target, is_chief=is_chief,
            config=tf.ConfigProto(device_filters=["/job:ps", own]),
            hooks=[tf.train.StopAtStepHook(last_step=FLAGS.train_steps)]) as session:
        while not session.should_stop():
            _, last, found = session.run([learn, loss, weights])
            first = last if first is None else first

    if is_chief:
        print(f"found {np.round(found.ravel(), 1)}, loss {first:.2f} -> {last:.4f}", flush=True)
        assert np.allclose(found.ravel(), WEIGHTS, atol=0.1), f"expected {WEIGHTS}"


if __name__ == "__main__":
    tf.app.run()
