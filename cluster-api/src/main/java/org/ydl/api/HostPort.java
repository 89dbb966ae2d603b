package org.ydl.api;

/** A network address, written {@code host:port}; an IPv6 host stands in brackets. */
public record HostPort(String host, int port) {
    public HostPort {
        if (host.isBlank()) {
            throw new IllegalArgumentException("the host of an address is empty");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " of " + host + " is not within 1 to 65535");
        }
    }

    public static HostPort parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            return new HostPort(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("'" + text + "' is no address; expected host:port", e);
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
