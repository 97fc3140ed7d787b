// Command build works on the tasks of groups that are to be made.
package main

import "herald/pkg/app"

func main() { app.ServeQueue(app.BuildTasks) }
