"""Fits a plane to points with TensorFlow 2's ParameterServerStrategy.

The chief alone runs this script. It coordinates: it puts the variables on the ps and hands
steps to whichever worker is free. The servers of the workers and the ps are ydl's, so the
script has no code for them, and their containers need no Python.

    bin/ydl-tf -job samples/parameter-server/train.py --num-chief 1 --num-workers 2 --num-ps 1

A worker that is lost is none of its business: the others take its steps. With --checkpoint_dir,
which the chief and the ps must see, training goes on where it was also after they are lost.

What runs on a worker must be TensorFlow's own: a dataset made by from_generator or
py_function would need this script's Python there.
"""
import argparse
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # read when TensorFlow is imported

import numpy as np
import tensorflow as tf

WEIGHTS, BIAS = [3.0, -2.0], 1.0  # what is to be found out
NOISE = 0.1
BATCH = 100
LEARNING_RATE = 0.1


def main():
    options = parse_options()
    resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
    if resolver.task_type != "chief":
        sys.exit(f"This script is the chief's, and TF_CONFIG says that this is {resolver.task_type or 'no task'}.\n"
                 "  try  bin/ydl-tf -job samples/parameter-server/train.py --num-chief 1 --num-workers 2 --num-ps 1")
    strategy = tf.distribute.ParameterServerStrategy(resolver)
    coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)

    with strategy.scope():  # on the ps, in turn
        weights = tf.Variable(tf.zeros([len(WEIGHTS), 1]))
        bias = tf.Variable(0.0)
        steps_done = tf.Variable(0)

    @tf.function
    def step(batches):
        points, heights = next(batches)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(points @ weights + bias - heights))
        for variable, gradient in zip([weights, bias], tape.gradient(loss, [weights, bias])):
            variable.assign_sub(LEARNING_RATE * gradient)
        return loss

    batches = iter(coordinator.create_per_worker_dataset(make_dataset))
    saver = options.checkpoint_dir and tf.train.CheckpointManager(
        tf.train.Checkpoint(weights=weights, bias=bias, steps_done=steps_done), options.checkpoint_dir, max_to_keep=3)
    if saver and saver.restore_or_initialize():
        print(f"goes on after step {steps_done.numpy()}", flush=True)
    while steps_done.numpy() < options.steps:
        count = min(options.save_every, options.steps - steps_done.numpy())
        losses = [coordinator.schedule(step, args=(batches,)) for _ in range(count)]
        coordinator.join()  # these steps are done, by whichever worker
        steps_done.assign_add(count)
        print(f"step {steps_done.numpy()}  loss {losses[-1].fetch():.4f}", flush=True)
        if saver:
            saver.save()

    found = np.round(weights.numpy().ravel(), 1)
    workers = len(resolver.cluster_spec().job_tasks("worker"))
    print(f"{workers} workers found {found}", flush=True)
    assert np.allclose(found, WEIGHTS, atol=0.1), f"expected {WEIGHTS}"


def make_dataset():
    """Points and the height of the plane above each; made anew on every worker."""

    def points(_):
        points = tf.random.normal([BATCH, len(WEIGHTS)])
        noise = tf.random.normal([BATCH, 1], stddev=NOISE)
        return points, points @ tf.reshape(tf.constant(WEIGHTS), [-1, 1]) + BIAS + noise

    return tf.data.Dataset.range(1).repeat().map(points)


def parse_options():
    parser = argparse.ArgumentParser(description="Fit a plane to points.")
    parser.add_argument("--steps", type=int, default=200, help="of all workers together (%(default)s)")
    parser.add_argument("--checkpoint_dir", metavar="DIR", help="save to DIR and go on from it")
    parser.add_argument("--save_every", type=int, default=50, metavar="STEPS", help="(%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
