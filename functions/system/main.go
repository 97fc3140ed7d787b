// Command system serves /api/system.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Fallback) }
