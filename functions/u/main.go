// Command u serves the links of emails: /u, /l and /o.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Links) }
