// Command janitor ticks every minute.
package main

import "herald/pkg/app"

func main() { app.ServeTick(app.Ticks) }
