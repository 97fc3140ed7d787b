// Command kfsms serves /api/kfsms.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Plain(app.KFSMS)) }
