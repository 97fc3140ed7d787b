package container

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"herald/pkg/kit/config"
)

// corsTimeout bounds the question for the rules of a bucket.
const corsTimeout = 5 * time.Second

// postsRefused says what a bucket lacks so that browsers can post files to it from the console; empty when it lacks nothing, is not
// asked, or does not answer. It asks as a browser does, so that no right to read the bucket's rules is needed.
func postsRefused(ctx context.Context, c *config.Config) string {
	if c.Container.Files {
		return ""
	}
	bucket := c.Buckets["upload"]
	address := sources(c)[0] + "/"
	if !strings.Contains(address, "//"+bucket+".") { // an endpoint of many buckets
		address += bucket + "/"
	}
	ctx, cancel := context.WithTimeout(ctx, corsTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodOptions, address, nil)
	if err != nil {
		return ""
	}
	req.Header.Set("Origin", c.PublicURL)
	req.Header.Set("Access-Control-Request-Method", http.MethodPost)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return ""
	}
	_ = res.Body.Close() // the header says all
	if allowed := res.Header.Get("Access-Control-Allow-Origin"); allowed == "*" || allowed == c.PublicURL {
		return ""
	}
	return fmt.Sprintf("browsers at %s may not upload to the bucket %s: give it a CORS rule with this origin, the methods GET and POST and "+
		"the header *", c.PublicURL, bucket)
}
