"""Fits a plane to points, with one client for the whole cluster: the contract of TensorFlow on YARN.

The script is told where the servers are by --ps and --wk. It starts none: it opens one
session on the first worker and puts each part of the graph where it belongs. The variables
live on the ps; every worker makes points of its own and works out a gradient; the mean of
the gradients is applied.

    bin/ydl-tf -job samples/toy/job.py -numberworkers 2 -numberps 1 --deploy-mode client
    bin/ydl-tf -job samples/toy/job.py -numberworkers 2 -numberps 1

With --deploy-mode client it runs once, here, beside ydl-tf. Without, every worker runs it:
then several clients use the same servers at once, each with variables of its own.
"""
import argparse
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # read when TensorFlow is imported

import numpy as np
import tensorflow.compat.v1 as tf

tf.logging.set_verbosity(tf.logging.ERROR)
tf.disable_v2_behavior()

WEIGHTS, BIAS = [3.0, -2.0], 1.0  # what is to be found out
NOISE = 0.1
BATCH = 100  # points a step and worker


def main():
    options = parse_options()
    ps, workers = split(options.ps), split(options.wk)
    home = "/job:ps/task:0" if ps else "/job:worker/task:0"

    with tf.device(home):
        weights = tf.get_variable("weights", [len(WEIGHTS), 1], initializer=tf.zeros_initializer())
        bias = tf.get_variable("bias", [], initializer=tf.zeros_initializer())

    losses, gradients = [], []
    for index in range(len(workers)):
        with tf.device(f"/job:worker/task:{index}"):
            points, heights = make_points(seed=index)
            loss = tf.reduce_mean(tf.square(tf.matmul(points, weights) + bias - heights))
            losses.append(loss)
            gradients.append(tf.gradients(loss, [weights, bias]))

    with tf.device(home):
        loss = tf.reduce_mean(losses)
        means = [tf.reduce_mean(tf.stack(parts), axis=0) for parts in zip(*gradients)]
        train = tf.train.GradientDescentOptimizer(0.1).apply_gradients(zip(means, [weights, bias]))

    # Other clients use the same servers, and would share variables of the same name.
    own_variables = tf.ConfigProto(isolate_session_state=True)
    with tf.Session("grpc://" + workers[0], config=own_variables) as session:
        session.run(tf.global_variables_initializer())
        first = session.run(loss)
        for _ in range(options.steps):
            session.run(train)
        last, found = session.run([loss, weights])

    print(f"{len(workers)} workers found {np.round(found.ravel(), 1)}, loss {first:.2f} -> {last:.4f}", flush=True)
    assert np.allclose(found.ravel(), WEIGHTS, atol=0.1), f"expected {WEIGHTS}"


def make_points(seed):
    """Random points and the height of the plane above each; new ones at every step."""
    points = tf.random.normal([BATCH, len(WEIGHTS)], seed=seed)
    noise = tf.random.normal([BATCH, 1], stddev=NOISE, seed=seed)
    return points, tf.matmul(points, tf.constant(WEIGHTS, shape=[len(WEIGHTS), 1])) + BIAS + noise


def split(hosts):
    return [host for host in hosts.split(",") if host]


def parse_options():
    parser = argparse.ArgumentParser(description="Fit a plane to points.")
    parser.add_argument("--ps", default="", help="host:port of each ps, comma-separated")
    parser.add_argument("--wk", required=True, help="host:port of each worker, comma-separated")
    parser.add_argument("--steps", type=int, default=100, help="(%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
