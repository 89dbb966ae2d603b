package org.ydl.request;

/** How many processes a job has that runs beside its client. */
public enum ClientCount {
    /** One, which directs all servers. */
    ONE,
    /** One for each worker, at its place. */
    ALL
}
