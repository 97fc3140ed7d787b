// Command ws opens and closes the websockets of the console.
package main

import "herald/pkg/app"

func main() { app.ServeSockets(app.Sockets) }
