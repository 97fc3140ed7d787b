// Command gen writes plan.tsv, the numbering plans of libphonenumber as one line a region. So the functions carry 90
// kB of patterns, each compiled when its country is first used, and not the library's 6 MB and its work at start.
//
//	go run herald/tools/phones > pkg/kit/phone/plan.tsv
package main

import (
	"fmt"
	"os"

	"herald/tools/phones/plan"
)

func main() {
	text, err := plan.Text()
	if err == nil {
		_, err = os.Stdout.WriteString(text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
