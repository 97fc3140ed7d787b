// Command gc serves /api/gc.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Listed(app.GC)) }
