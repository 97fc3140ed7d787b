// Command blacklistuserinfo serves /api/blacklistuserinfo.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Plain(app.Blacklist)) }
