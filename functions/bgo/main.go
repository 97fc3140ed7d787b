// Command bgo serves /api/bgo.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Plain(app.BGO)) }
