// Command hook serves /api/hook.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Hook) }
