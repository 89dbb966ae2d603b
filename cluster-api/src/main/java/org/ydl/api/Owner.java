package org.ydl.api;

/** In whose hands a failure lies, and so who can mend it. */
public enum Owner {
    USER,
    CLUSTER,
    YDL
}
