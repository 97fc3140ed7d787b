package group_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A callback without a group is malformed, signed or not. A well-formed callback with a wrong signature is refused for its signature.
func TestACallbackWithoutAReference(t *testing.T) {
	inScenario(t, 1, func(w *scenario) {
		for body, want := range map[string]int{`{"state":"done"}`: http.StatusBadRequest, `{"reference":""}`: http.StatusBadRequest,
			`{`: http.StatusBadRequest, `{"reference":"a-b-0"}`: http.StatusOK} {
			at := fmt.Sprint(time.Now().Unix())
			mac := hmac.New(sha256.New, []byte("secret"))
			fmt.Fprintf(mac, "%s.%s", at, body)
			unsigned, unsignedSays := http.StatusUnauthorized, "signature"
			if want == http.StatusBadRequest {
				unsigned, unsignedSays = want, "reference"
			}
			for _, c := range []struct {
				signature, says string
				want            int
			}{{"v1=" + hex.EncodeToString(mac.Sum(nil)), "reference", want}, {"v1=00", unsignedSays, unsigned}} {
				req := httptest.NewRequest("POST", "/api/hook/partnergroup", strings.NewReader(body))
				req.Header.Set("X-Partner-Timestamp", at)
				req.Header.Set("X-Partner-Signature", c.signature)
				req.Header.Set("lang", "en_US")
				rec := httptest.NewRecorder()
				w.api.ServeHTTP(rec, req)
				if rec.Code != c.want || c.want != http.StatusOK && !strings.Contains(rec.Body.String(), c.says) {
					w.t.Errorf("%s: %d %s", body, rec.Code, rec.Body)
				}
			}
		}
	})
}
