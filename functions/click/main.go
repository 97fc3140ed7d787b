// Command click counts the clicks of shunting links.
package main

import "herald/pkg/app"

func main() { app.ServeBatches(app.ClickTasks) }
