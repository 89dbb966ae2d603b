/**
 * What the command lines of ydl know about words.
 *
 * <p>Owns nothing and imports nothing of ydl, so that every program can use it. Start reading at
 * {@link org.ydl.localcluster.words.Spelling}.
 */
package org.ydl.localcluster.words;
