// Command im serves /api/im.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Plain(app.IM)) }
