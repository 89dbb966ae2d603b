# ydl:files ../between-graph/digits.csv.gz
"""Teaches a small network to read handwritten digits, on servers of its own: the contract of TFMesos.

Every task runs this script and is told its place by --ps_hosts, --worker_hosts, --job_name
and --worker_index. Each makes its own TensorFlow server. A ps then only serves, until it is
stopped; a worker trains.

    cd samples/tfmesos
    ../../bin/ydl-tf -w 1 -s 1 -- python mnist_replica.py \\
        --ps_hosts {ps_hosts} --worker_hosts {worker_hosts} \\
        --job_name {job_name} --worker_index {task_index}

ydl replaces the words in braces in every task. The digits are those of samples/between-graph.
"""
import argparse
import os
import pathlib

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # read when TensorFlow is imported

import numpy as np
import tensorflow.compat.v1 as tf

tf.logging.set_verbosity(tf.logging.ERROR)
tf.disable_v2_behavior()

CLASSES = 10
HIDDEN = 64
BATCH = 64
BRIGHTEST = 16


def main():
    options = parse_options()
    cluster = tf.train.ClusterSpec({
        "ps": options.ps_hosts.split(","), "worker": options.worker_hosts.split(",")})
    server = tf.distribute.Server(cluster, job_name=options.job_name, task_index=options.worker_index)
    if options.job_name == "ps":
        server.join()  # for ever
    else:
        train(cluster, server, options)


def train(cluster, server, options):
    index = options.worker_index
    is_chief = index == 0
    (images, labels), test = read_digits()

    # Variables go to the ps in turn, everything else to this worker.
    placement = tf.train.replica_device_setter(
        cluster=cluster, worker_device=f"/job:worker/task:{index}")
    with tf.device(placement):
        step = tf.train.get_or_create_global_step()
        x = tf.placeholder(tf.float32, [None, images.shape[1]])
        y = tf.placeholder(tf.int64, [None])
        logits = dense("output", tf.nn.relu(dense("hidden", x, HIDDEN)), CLASSES)
        loss = tf.losses.sparse_softmax_cross_entropy(y, logits)
        learn = tf.train.AdamOptimizer(0.003).minimize(loss, step)
        accuracy = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, axis=1), y), tf.float32))

    supervisor = tf.train.Supervisor(is_chief=is_chief, logdir=None, recovery_wait_secs=1)
    # A worker deals with the ps only, and need not wait for other workers.
    config = tf.ConfigProto(device_filters=["/job:ps", f"/job:worker/task:{index}"])
    with supervisor.prepare_or_wait_for_session(server.target, config=config) as session:
        random = np.random.default_rng(index)
        now = session.run(step)
        while now < options.train_steps:
            chosen = random.integers(len(images), size=BATCH)
            _, now, lost = session.run([learn, step, loss], {x: images[chosen], y: labels[chosen]})
            if now and now % 100 == 0:
                print(f"step {now}  loss {lost:.2f}", flush=True)
        if is_chief:
            reached = session.run(accuracy, {x: test[0], y: test[1]})
            print(f"accuracy {reached:.4f}", flush=True)
            assert reached > 0.9, "it has not learnt to read"


def dense(name, inputs, width):
    with tf.variable_scope(name):
        weights = tf.get_variable("weights", [inputs.shape[1], width])  # random: Glorot
        biases = tf.get_variable("biases", [width], initializer=tf.zeros_initializer())
        return tf.matmul(inputs, weights) + biases


def read_digits():
    """1,797 images of 8 x 8 pixels, the digit last; each fifth is for testing."""
    here = pathlib.Path(__file__).parent
    places = [here / "digits.csv.gz", here.parent / "between-graph" / "digits.csv.gz"]
    file = next(place for place in places if place.exists())
    rows = np.loadtxt(file, delimiter=",", dtype=np.int64)
    images, labels = rows[:, :-1].astype(np.float32) / BRIGHTEST, rows[:, -1]
    for_test = np.arange(len(rows)) % 5 == 0
    return (images[~for_test], labels[~for_test]), (images[for_test], labels[for_test])


def parse_options():
    parser = argparse.ArgumentParser(description="Learn to read handwritten digits.")
    parser.add_argument("--ps_hosts", required=True, help="host:port of each ps, comma-separated")
    parser.add_argument("--worker_hosts", required=True, help="host:port of each worker, comma-separated")
    parser.add_argument("--job_name", required=True, choices=["ps", "worker"])
    parser.add_argument("--worker_index", type=int, required=True, help="of this task within its job")
    parser.add_argument("--train_steps", type=int, default=400, help="of all workers (%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
