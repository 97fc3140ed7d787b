// Command oauth serves /api/oauth.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.OAuth) }
