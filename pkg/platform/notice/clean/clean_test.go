package clean

import "testing"

func TestHTML(t *testing.T) {
	html := HTML("https://herald.test")
	for in, want := range map[string]string{
		`<p>Hello <strong>world</strong></p>`:                               `<p>Hello <strong>world</strong></p>`,
		`<p onclick="x()">a</p><script>alert(1)</script>`:                   `<p>a</p>`,
		`<style>p{display:none}</style><p>a</p>`:                            `<p>a</p>`,
		`<p style="text-align: center; position: fixed">a</p>`:              `<p style="text-align: center">a</p>`,
		`<iframe src="https://evil.test"></iframe>a`:                        `a`,
		`<form action="/api/x"><input name="a"><button>go</button></form>`:  `go`,
		`<svg><script>alert(1)</script></svg>`:                              ``,
		`<a href="https://a.test/x">a</a>`:                                  `<a href="https://a.test/x" rel="noreferrer noopener" target="_blank">a</a>`,
		`<a href="https://a.test" target="_top" rel="opener">a</a>`:         `<a href="https://a.test" rel="noreferrer noopener" target="_blank">a</a>`,
		`<a href="/send/order?id=1">a</a>`:                                  `<a href="/send/order?id=1" rel="noreferrer">a</a>`,
		`<a href="javascript:alert(1)">a</a>`:                               `a`,
		`<a href=" jAvAsCrIpT:alert(1)">a</a>`:                              `a`,
		`<a href="data:text/html,x">a</a>`:                                  `a`,
		`<img src="https://a.test/x.png" alt="a chart" onerror="alert(1)">`: `<img src="https://a.test/x.png" alt="a chart">`,
		`<img src="https://herald.test/api/x.png">`:                         `<img src="https://herald.test/api/x.png">`,
		`<img src="/api/uf/x.png">`:                                         `<img src="/api/uf/x.png">`,
		`<img src="http://a.test/x.png">`:                                   ``,
		`<img src="//a.test/x.png">`:                                        ``,
		`<img src="data:image/png;base64,AAAA">`:                            ``,
		`<img src=x onerror=alert(1)>`:                                      ``,
		`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`: `<table>`,
		`<table><tbody><tr><td colspan="2" bgcolor="red">a</td></tr></tbody></table>`:                           `<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>`,
		`a < b & c`: `a &lt; b &amp; c`,
	} {
		got := html(in)
		if got != want {
			t.Errorf("%s\n got  %s\n want %s", in, got, want)
		}
		if again := html(got); again != got {
			t.Errorf("%s changes when it is cleaned again: %s", got, again)
		}
	}
}

// Pictures of the local console have no TLS.
func TestPicturesOfALocalOrigin(t *testing.T) {
	if got := HTML("http://localhost:8080")(
		`<img src="http://localhost:8080/a.png"><img src="http://localhost:80801/a.png">`); got != `<img src="http://localhost:8080/a.png">` {
		t.Error(got)
	}
}
