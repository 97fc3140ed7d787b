// Command job does what takes long: planning, settling, imports.
package main

import "herald/pkg/app"

func main() { app.ServeQueue(app.JobTasks) }
