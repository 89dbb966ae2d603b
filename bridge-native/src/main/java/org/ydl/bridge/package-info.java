/**
 * libtensorflow through JNA: find it, load it, run a server.
 *
 * <p>Owns everything native. It knows a {@link org.ydl.api.ClusterSpec} but nothing of YARN, gRPC or the runner. Nothing
 * is loaded when a class is initialised. Start reading at {@link org.ydl.bridge.TensorFlowServer}, then {@link
 * org.ydl.bridge.TensorFlowLibrary} for where the library comes from and {@link org.ydl.bridge.PortReservation} for how
 * a server gets its port without a race, with {@link org.ydl.bridge.PortSearch} for which one.
 */
package org.ydl.bridge;
