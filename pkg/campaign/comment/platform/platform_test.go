package platform_test

import (
	"slices"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/campaign/comment/platform"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/moduleparts"
)

// An address leads to a page of its platform, or is refused with the reason.
func TestAddressesOfAPlatform(t *testing.T) {
	for address, want := range map[string]string{
		"https://www.facebook.com/shop/posts/1":    "",
		"https://facebook.com/shop":                "",
		"HTTPS://M.Facebook.COM/shop?id=1#top":     "",
		"https://fb.watch/abc/":                    "",
		"http://facebook.com/shop":                 "comment.url.form",
		"https://facebook.com:443/shop":            "comment.url.form",
		"https://user@facebook.com/shop":           "comment.url.form",
		"https://facebook.com@evil.example/shop":   "comment.url.form",
		"https://facebook.com\\@evil.example/shop": "comment.url.form",
		"//facebook.com/shop":                      "comment.url.form",
		"javascript:alert(1)":                      "comment.url.form",
		"":                                         "comment.url.form",
		"https://facebook.com.evil.example/shop":   "comment.url.host",
		"https://notfacebook.com/shop":             "comment.url.host",
		"https://fаcebook.com/shop":                "comment.url.host", // a Cyrillic a
		"https://xn--fcebook-3fg.com/shop":         "comment.url.host",
		"https://xn--a.facebook.com/shop":          "comment.url.host",
		"https://facebook.com./shop":               "comment.url.host",
		"https://..facebook.com/shop":              "comment.url.host",
		"https://instagram.com/p/1":                "comment.url.host",
		"https://facebook.com":                     "comment.url.page",
		"https://facebook.com/?id=1":               "comment.url.page",
	} {
		p, err := platform.Find("facebook")
		if err != nil {
			t.Fatal(err)
		}
		err = p.Check("targetUrl", address)
		if got := fault.As(err); want == "" && err != nil || want != "" && (got == nil || got.Key != want || got.Fields[0].Name != "targetUrl") {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
	if _, err := platform.Find("myspace"); !fault.Is(err, "comment.platform") {
		t.Error(err)
	}
}

// Each platform has a name in the dictionaries of platforms and of channels.
func TestPlatformsHaveNames(t *testing.T) {
	codes := moduleparts.Codes(testkit.ModuleParts()...)
	for _, key := range platform.Keys() {
		if !slices.Contains(codes["comment_platform"], key) || !slices.Contains(codes["channel"], key) {
			t.Errorf("%s has no name", key)
		}
	}
	if len(codes["comment_platform"]) != len(platform.Keys()) {
		t.Errorf("%v", codes["comment_platform"])
	}
}
