// Command send works on the doorbells of chunks.
package main

import "herald/pkg/app"

func main() { app.ServeQueue(app.SendTasks) }
