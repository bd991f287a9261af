region = "us-east-1"
disks  = [{ size = 20 }]
