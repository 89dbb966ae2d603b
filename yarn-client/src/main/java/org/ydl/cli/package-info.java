/**
 * The command line: {@code ydl-tf} and its subcommands.
 *
 * <p>It owns flags, messages and exit codes; what a command does lives in {@code org.ydl.submit} and {@code
 * org.ydl.client}. Start reading at {@link org.ydl.cli.Ydl} and
 * {@link org.ydl.cli.Commands}.
 */
package org.ydl.cli;
