package apptest

import (
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/upload"
)

// Film brings a video of a customer straight into the bucket, as a browser does with a large one.
func (p *SendingFixture) Film(body []byte) string {
	p.Helper()
	f := testkit.Data[upload.Presigned](p.Users.Direct.Post("/uf/uploadfile/presign", Object{"name": "film.mp4", "size": len(body)}))
	if err := p.Kit.Uploads.Put(p.Context(), f.Fields["key"], "video/mp4", body); err != nil {
		p.Fatal(err)
	}
	return f.ID
}
