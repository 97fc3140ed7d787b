//go:build cloud

package blob_test

import (
	"net/http"
	"testing"

	"herald/internal/blobtest"
	"herald/internal/testkit"
)

// S3, as the local cloud has it, does what is asked of every store. AWS checks more than the local cloud.
func TestS3IsAStore(t *testing.T) {
	blobtest.Run(t, testkit.Cloud(t).Files, http.DefaultClient, "link X-Amz-Algorithm", "form X-Amz-Signature")
}
