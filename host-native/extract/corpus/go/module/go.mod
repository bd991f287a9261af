module k8s.io/kubernetes

go 1.15

require k8s.io/api v0.0.0

replace (
	k8s.io/api => ./staging/src/k8s.io/api
	k8s.io/klog/v2 => k8s.io/klog/v2 v2.4.0 // pinned
)

replace k8s.io/one => ../one
