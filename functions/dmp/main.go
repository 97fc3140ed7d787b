// Command dmp serves /api/dmp.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Plain(app.DMP)) }
