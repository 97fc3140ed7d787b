// Command lop serves /api/lop.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Listed(app.LOP)) }
