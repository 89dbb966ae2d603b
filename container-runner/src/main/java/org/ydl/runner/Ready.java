package org.ydl.runner;

import java.util.Optional;
import org.ydl.api.TaskPlace;

/**
 * All that the user's process is started with, made once and good for every start of it.
 *
 * @param serving the runner's server, if it has one
 */
record Ready(Plan plan, TaskPlace place, Optional<Server.Serving> serving) {}
