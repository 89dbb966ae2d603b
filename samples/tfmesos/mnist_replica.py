"""Teaches a small network to read digits, on servers of its own: the contract of TFMesos.

Every task runs this script and is told its place by --ps_hosts, --worker_hosts, --job_name
and --worker_index. Each makes its own TensorFlow server. A ps then only serves, until it is
stopped; a worker trains.

    cd samples/tfmesos
    ../../bin/ydl-tf -w 1 -s 1 -- python mnist_replica.py \\
        --ps_hosts {ps_hosts} --worker_hosts {worker_hosts} \\
        --job_name {job_name} --worker_index {task_index}

ydl replaces the words in braces in every task. The script needs no data: it draws its digits
itself, each a little elsewhere and with spots.
"""
import argparse
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # read when TensorFlow is imported

import numpy as np
import tensorflow.compat.v1 as tf

tf.logging.set_verbosity(tf.logging.ERROR)
tf.disable_v2_behavior()

CLASSES = 10
HIDDEN = 64
BATCH = 64
SIZE = 6  # pixels each way
SPOTS = 0.2  # how strong they are
TEST_SEED = 1_000_000  # no worker draws these
FONT = [glyph.split() for glyph in (
    "### #.# #.# #.# ###", ".#. ##. .#. .#. ###", "### ..# ### #.. ###", "### ..# ### ..# ###",
    "#.# #.# ### ..# ..#", "### #.. ### ..# ###", "### #.. ### #.# ###", "### ..# ..# .#. .#.",
    "### #.# ### #.# ###", "### #.# ### ..# ###")]


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
    images, labels = draw_digits(5000, seed=index)
    test = draw_digits(500, seed=TEST_SEED)

    # Variables go to the ps in turn, everything else to this worker.
    placement = tf.train.replica_device_setter(
        cluster=cluster, worker_device=f"/job:worker/task:{index}")
    with tf.device(placement):
        step = tf.train.get_or_create_global_step()
        x = tf.placeholder(tf.float32, [None, images.shape[1]])
        y = tf.placeholder(tf.int64, [None])
        logits = dense("output", tf.nn.relu(dense("hidden", x, HIDDEN)), CLASSES)
        loss = tf.losses.sparse_softmax_cross_entropy(y, logits)
        learn = tf.train.AdamOptimizer(0.01).minimize(loss, step)
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


def draw_digits(count, seed):
    """Images of 6 x 6 pixels from 0 to 1, and which digit each shows."""
    random = np.random.default_rng(seed)
    labels = random.integers(CLASSES, size=count)
    images = np.zeros([count, SIZE, SIZE], np.float32)
    for image, label in zip(images, labels):
        top, left = random.integers(SIZE - 5 + 1), random.integers(SIZE - 3 + 1)
        image[top:top + 5, left:left + 3] = [[pixel == "#" for pixel in row] for row in FONT[label]]
    images += random.normal(scale=SPOTS, size=images.shape)
    return images.reshape(count, -1).clip(0, 1), labels


def parse_options():
    parser = argparse.ArgumentParser(description="Learn to read digits.")
    parser.add_argument("--ps_hosts", required=True, help="host:port of each ps, comma-separated")
    parser.add_argument("--worker_hosts", required=True, help="host:port of each worker, comma-separated")
    parser.add_argument("--job_name", required=True, choices=["ps", "worker"])
    parser.add_argument("--worker_index", type=int, required=True, help="of this task within its job")
    parser.add_argument("--train_steps", type=int, default=400, help="of all workers (%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
