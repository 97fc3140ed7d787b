// Command aty serves /api/aty.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Listed(app.ATY)) }
