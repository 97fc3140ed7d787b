// Command s serves shunting links: /s.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Redirects) }
