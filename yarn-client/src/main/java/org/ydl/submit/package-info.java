/**
 * From a job on this machine to an application on the cluster: which cluster, which files, which launch context.
 *
 * <p>It owns the layout of {@code .ydl} in the user's home on the cluster's file system. It prints nothing and exits
 * nowhere. Start reading at {@link org.ydl.submit.Submitter}.
 */
package org.ydl.submit;
