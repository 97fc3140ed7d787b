// Command pi serves /api/pi.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Listed(app.PI)) }
