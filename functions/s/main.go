// Command s serves shunting links, /s, and forms of sales channels, /f.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Redirects) }
