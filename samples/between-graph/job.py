# ydl:files digits.csv.gz
"""Teaches a small network to read handwritten digits, on any number of workers.

This is between-graph replication: every worker runs this same script and builds
the same graph. The variables live on the parameter servers (ps) and are shared;
the computation happens on each worker. Every worker fetches the variables, works
out a gradient from its own batch and applies it at once, without waiting for the
others (asynchronous training).

    bin/ydl-tf -job samples/between-graph/job.py -numberworkers 4 -numberps 1
    python samples/between-graph/job.py            # alone, without a cluster

ydl has started a TensorFlow server in every container before this script begins.
The script starts none: it opens a session on the server of its own worker. The
first line names the files that ydl sends along with the script.

The digits: Optical Recognition of Handwritten Digits, E. Alpaydin and C. Kaynak,
UCI Machine Learning Repository, https://doi.org/10.24432/C50P49, CC BY 4.0.
"""
import argparse
import gzip
import json
import os
import pathlib
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # read when TensorFlow is imported

import numpy as np
import tensorflow.compat.v1 as tf

tf.logging.set_verbosity(tf.logging.ERROR)
tf.disable_eager_execution()

HERE = pathlib.Path(__file__).parent
CLASSES = 10
HIDDEN = 64
REPORT_EVERY = 100  # steps


def main():
    options = parse_options()
    cluster, index = find_cluster()
    is_chief = index == 0  # the chief initialises, saves and evaluates

    train, test = read_mnist(options.data_dir) if options.data_dir else read_digits()
    pixels, brightest = train[0].shape[1], train[0].max()

    # Variables go to the ps in turn, everything else to this worker.
    placement = cluster and tf.train.replica_device_setter(
        cluster=cluster, worker_device=f"/job:worker/task:{index}")
    with tf.device(placement):
        model = Model(pixels, brightest, options.learning_rate)

    with open_session(options, cluster, index, is_chief) as session:
        # All workers count their steps in one shared variable, global_step.
        # It is more than 0 here if others began earlier, or after a checkpoint.
        step = session.run(model.global_step)
        report_at = step + REPORT_EVERY
        own_steps = 0
        for images, labels in batches(train, options.batch_size, seed=index):
            if step >= options.steps:
                break
            step, loss = session.run(
                [model.train, model.loss], {model.images: images, model.labels: labels})
            own_steps += 1
            if step >= report_at:
                say(f"step {step}  loss {loss:.2f}")
                report_at = step - step % REPORT_EVERY + REPORT_EVERY

        say(f"worker {index} took {own_steps} of the {step} steps")
        if is_chief:
            images, labels = test
            accuracy = session.run(model.accuracy, {model.images: images, model.labels: labels})
            say(f"accuracy {accuracy:.4f}")


class Model:
    """One hidden layer; the same graph in every worker."""

    def __init__(self, pixels, brightest, learning_rate):
        self.images = tf.placeholder(tf.uint8, [None, pixels])
        self.labels = tf.placeholder(tf.int64, [None])
        self.global_step = tf.train.get_or_create_global_step()

        brightness = tf.cast(self.images, tf.float32) / float(brightest)  # 0 to 1
        hidden = tf.nn.relu(dense("hidden", brightness, pixels, HIDDEN))
        logits = dense("output", hidden, HIDDEN, CLASSES)

        self.loss = tf.losses.sparse_softmax_cross_entropy(self.labels, logits)
        train = tf.train.AdamOptimizer(learning_rate).minimize(self.loss, self.global_step)
        with tf.control_dependencies([train]):
            self.train = self.global_step.read_value()  # trains, then says how far we are

        is_right = tf.equal(tf.argmax(logits, axis=1), self.labels)
        self.accuracy = tf.reduce_mean(tf.cast(is_right, tf.float32))


def dense(name, inputs, width_in, width_out):
    with tf.variable_scope(name):
        weights = tf.get_variable("weights", [width_in, width_out])  # random: Glorot
        biases = tf.get_variable("biases", [width_out], initializer=tf.zeros_initializer())
        return tf.matmul(inputs, weights) + biases


def find_cluster():
    """The cluster ({"ps": [...], "worker": [...]}, or None) and this worker's index."""
    config = json.loads(os.environ.get("TF_CONFIG") or "{}")
    if "cluster" not in config:
        say("TF_CONFIG names no cluster: training alone, in this process")
        return None, 0
    if not config["cluster"].get("ps"):
        sys.exit("This job keeps its variables on a ps, and the cluster has none: use -numberps 1")
    return config["cluster"], config["task"]["index"]


def open_session(options, cluster, index, is_chief):
    """A session on this worker's server. If a ps is lost, it waits for it to come back
    at the same address, and the chief restores the last checkpoint or begins anew."""
    target, config = "", None
    if cluster:
        target = os.environ.get("YDL_TARGET") or "grpc://" + cluster["worker"][index]
        # Without filters the session waits for all other workers, also for those
        # that are late or gone. This one deals with the ps only.
        config = tf.ConfigProto(device_filters=["/job:ps", f"/job:worker/task:{index}"])

    if not is_chief:
        return tf.train.MonitoredSession(AfterChief(target, config))
    hooks = []
    if options.checkpoint_dir:
        hooks.append(tf.train.CheckpointSaverHook(options.checkpoint_dir, save_secs=10))
    return tf.train.MonitoredSession(
        tf.train.ChiefSessionCreator(
            master=target, config=config, checkpoint_dir=options.checkpoint_dir), hooks)


class AfterChief(tf.train.SessionCreator):
    """Opens a session once the chief has initialised the variables.

    Like tf.train.WorkerSessionCreator, which however looks only every 30 seconds.
    """

    def __init__(self, target, config):
        self.target, self.config = target, config
        self.scaffold = tf.train.Scaffold()

    def create_session(self):
        self.scaffold.finalize()
        manager = tf.train.SessionManager(
            local_init_op=self.scaffold.local_init_op,
            ready_op=self.scaffold.ready_op,
            ready_for_local_init_op=self.scaffold.ready_for_local_init_op,
            recovery_wait_secs=0.2)
        return manager.wait_for_session(self.target, self.config, max_wait_secs=600)


def batches(data, size, seed):
    """Random batches without end. Each worker has its own order of the same images,
    so that the result does not depend on how fast each one of them is."""
    images, labels = data
    random = np.random.default_rng(seed)
    while True:
        chosen = random.integers(len(images), size=size)
        yield images[chosen], labels[chosen]


def read_digits():
    """1,797 images of 8 x 8 pixels from 0 to 16, the digit last; each fifth is for testing."""
    rows = np.loadtxt(HERE / "digits.csv.gz", delimiter=",", dtype=np.uint8)
    images, labels = rows[:, :-1], rows[:, -1]
    for_test = np.arange(len(rows)) % 5 == 0
    return (images[~for_test], labels[~for_test]), (images[for_test], labels[for_test])


def read_mnist(directory):
    """60,000 images of 28 x 28 pixels for training and 10,000 for testing."""
    names = ["train-images-idx3-ubyte", "train-labels-idx1-ubyte",
             "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"]
    found = [[path for path in pathlib.Path(directory).glob(name + "*")
              if path.name in (name, name + ".gz")] for name in names]
    missing = [name for name, paths in zip(names, found) if not paths]
    if missing:
        sys.exit(f"--data_dir {directory}: expected the four files of MNIST, with or without .gz.\n"
                 f"  missing  {', '.join(missing)}\n"
                 f"  try      copying them there on every node, or leave out --data_dir\n"
                 f"           to train on the digits that come with this sample")
    arrays = [read_idx(paths[0]) for paths in found]
    return arrays[:2], arrays[2:]


def read_idx(path):
    """An idx file: two zeros, 8 for bytes, the number of dimensions, their sizes, the bytes."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file:
        content = file.read()
    if content[:4] == b"\0\0\x08\1":
        return np.frombuffer(content, np.uint8, offset=8)
    if content[:4] == b"\0\0\x08\3":
        count = int.from_bytes(content[4:8], "big")
        return np.frombuffer(content, np.uint8, offset=16).reshape(count, -1)
    sys.exit(f"{path} is no idx file of MNIST: it begins with {content[:4].hex(' ')}")


def parse_options():
    parser = argparse.ArgumentParser(description="Learn to read handwritten digits.")
    parser.add_argument("--data_dir", metavar="DIR",
                        help="train on MNIST, from its idx files in DIR, instead of the small set")
    parser.add_argument("--steps", type=int, default=600,
                        help="of all workers together (%(default)s)")
    parser.add_argument("--batch_size", type=int, default=64, help="images a step (%(default)s)")
    parser.add_argument("--learning_rate", type=float, default=0.003, help="(%(default)s)")
    parser.add_argument("--checkpoint_dir", metavar="DIR",
                        help="save to DIR and resume from it; the chief and every ps must see it")
    return parser.parse_args()


def say(line):
    print(line, flush=True)


if __name__ == "__main__":
    main()
