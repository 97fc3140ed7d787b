// Command conf serves /api/conf.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Listed(app.Conf)) }
