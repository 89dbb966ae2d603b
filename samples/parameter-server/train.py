"""Fits a plane to points with TensorFlow 2's ParameterServerStrategy.

The chief alone runs this script. It coordinates: it puts the variables on the ps and hands
steps to whichever worker is free. The servers of the workers and the ps are ydl's, so the
script has no code for them, and their containers need no Python.

    bin/ydl-tf -job samples/parameter-server/train.py --num-chief 1 --num-workers 2 --num-ps 1

What runs on a worker must be TensorFlow's own: a dataset made by from_generator or
py_function would need this script's Python there.
"""
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # read when TensorFlow is imported

import numpy as np
import tensorflow as tf

WEIGHTS, BIAS = [3.0, -2.0], 1.0  # what is to be found out
NOISE = 0.1
BATCH = 100
STEPS = 200
LEARNING_RATE = 0.1


def main():
    resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
    if resolver.task_type != "chief":
        sys.exit(f"This script is the chief's, and TF_CONFIG says that this is {resolver.task_type or 'no task'}.\n"
                 "  try  bin/ydl-tf -job samples/parameter-server/train.py --num-chief 1 --num-workers 2 --num-ps 1")
    strategy = tf.distribute.ParameterServerStrategy(resolver)
    coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)

    with strategy.scope():  # on the ps, in turn
        weights = tf.Variable(tf.zeros([len(WEIGHTS), 1]))
        bias = tf.Variable(0.0)

    @tf.function
    def step(batches):
        points, heights = next(batches)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(points @ weights + bias - heights))
        for variable, gradient in zip([weights, bias], tape.gradient(loss, [weights, bias])):
            variable.assign_sub(LEARNING_RATE * gradient)
        return loss

    batches = iter(coordinator.create_per_worker_dataset(make_dataset))
    losses = [coordinator.schedule(step, args=(batches,)) for _ in range(STEPS)]
    coordinator.join()  # all steps are done, by whichever worker

    first, last = losses[0].fetch(), losses[-1].fetch()
    found = np.round(weights.numpy().ravel(), 2)
    workers = len(resolver.cluster_spec().job_tasks("worker"))
    print(f"{workers} workers found {found}, loss {first:.2f} -> {last:.4f}", flush=True)
    assert np.allclose(found, WEIGHTS, atol=0.1), f"expected {WEIGHTS}"


def make_dataset():
    """Points and the height of the plane above each; made anew on every worker."""

    def points(_):
        points = tf.random.normal([BATCH, len(WEIGHTS)])
        noise = tf.random.normal([BATCH, 1], stddev=NOISE)
        return points, points @ tf.reshape(tf.constant(WEIGHTS), [-1, 1]) + BIAS + noise

    return tf.data.Dataset.range(1).repeat().map(points)


if __name__ == "__main__":
    main()
