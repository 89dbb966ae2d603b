"""Prints the ClusterSpec of a running ydl job: a gRPC client in a few lines, with no code of ydl.

    pip install -r samples/clients/requirements.txt
    python samples/clients/cluster_spec.py HOST:PORT            the ClusterSpec
    python samples/clients/cluster_spec.py HOST:PORT --follow   and each later one, until the job ends

HOST:PORT is where the application master listens: ydl-tf shows it as "AM up at …", and YARN's REST interface has it
as amRPCAddress of /ws/v1/cluster/apps/ID.
"""

import argparse
import json
import pathlib
import sys

import grpc

# The published contract: proto/ in a distribution, cluster-api/src/main/proto in a checkout.
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "proto"), str(ROOT / "cluster-api" / "src" / "main" / "proto")]
messages, services = grpc.protos_and_services("ydl/v1/cluster.proto")  # generates the stubs


def show(spec):
    cluster = {role.name: list(role.addresses) for role in spec.roles}
    print("ClusterSpec:", json.dumps(cluster, separators=(",", ":")), flush=True)


def main():
    parser = argparse.ArgumentParser(description="Prints the ClusterSpec of a running ydl job.")
    parser.add_argument("address", metavar="HOST:PORT", help="where the application master listens")
    parser.add_argument("--follow", action="store_true", help="go on with each later spec, until the job ends")
    args = parser.parse_args()
    with grpc.insecure_channel(args.address) as channel:
        cluster = services.ClusterStub(channel)
        if args.follow:
            for spec in cluster.WatchClusterSpec(messages.WatchClusterSpecRequest()):
                show(spec)
        else:
            show(cluster.GetClusterSpec(messages.GetClusterSpecRequest(), timeout=10))


if __name__ == "__main__":
    try:
        main()
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
