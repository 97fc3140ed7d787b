// Command openapi writes pkg/app/openapi.json from the handlers.
package main

import (
	"fmt"
	"os"

	"herald/pkg/app"
)

func main() {
	doc, err := app.OpenAPI()
	if err == nil {
		err = os.WriteFile("openapi.json", doc, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
