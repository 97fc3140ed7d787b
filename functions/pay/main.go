// Command pay serves /api/pay.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Plain(app.Pay)) }
