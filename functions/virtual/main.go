// Command virtual serves /api/virtual.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Plain(app.Virtual)) }
