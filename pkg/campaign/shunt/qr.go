package shunt

import (
	"context"
	"fmt"
	"strings"

	"github.com/skip2/go-qrcode"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
)

type qrRequest struct {
	ID   string `path:"id"`
	Size int    `query:"size" minimum:"128" maximum:"2048" default:"512" doc:"Side of the picture in pixels."`
}

// qrRoutes serve the QR code of a link's address.
func (r *Service) qrRoutes(a *web.API, route func(method, path, verb, summary string) web.Route) {
	web.HandleDownload(a, route("GET", "/{id}/qr/png", "page", "Download the QR code of a shunting link as a PNG picture"), "image/png",
		func(ctx context.Context, in *qrRequest) (string, []byte, error) {
			code, name, err := r.qr(ctx, in.ID)
			if err != nil {
				return "", nil, err
			}
			picture, err := code.PNG(in.Size)
			return name + ".png", picture, err
		})
	web.HandleDownload(a, route("GET", "/{id}/qr/svg", "page", "Download the QR code of a shunting link as an SVG picture"), "image/svg+xml",
		func(ctx context.Context, in *qrRequest) (string, []byte, error) {
			code, name, err := r.qr(ctx, in.ID)
			if err != nil {
				return "", nil, err
			}
			return name + ".svg", svg(code.Bitmap(), in.Size), nil
		})
}

// qr is the QR code of a link, and the name of its file. A quarter of it may be damaged or covered.
func (r *Service) qr(ctx context.Context, id string) (*qrcode.QRCode, string, error) {
	e, err := r.find(ctx, auth.Must(ctx).Scope(), id)
	if err != nil {
		return nil, "", err
	}
	hosts, err := r.Domains.LinkHosts(ctx, []string{e.CustomerID})
	if err != nil {
		return nil, "", err
	}
	code, err := qrcode.New(r.address(hosts[e.CustomerID], e.Code), qrcode.High)
	return code, "qr-" + e.Code, err
}

// svg draws a code: one path, with a square of each dark module.
func svg(modules [][]bool, side int) []byte {
	var b strings.Builder
	n := len(modules)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" `+
		`shape-rendering="crispEdges">`, side, side, n, n)
	fmt.Fprintf(&b, `<path fill="#fff" d="M0 0h%dv%dH0z"/><path d="`, n, n)
	for y, row := range modules {
		for x := 0; x < n; x++ {
			from := x
			for x < n && row[x] {
				x++
			}
			if x > from {
				fmt.Fprintf(&b, "M%d %dh%dv1H%dz", from, y, x-from, from)
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return []byte(b.String())
}
