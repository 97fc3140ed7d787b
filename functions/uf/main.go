// Command uf serves /api/uf.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Plain(app.UF)) }
